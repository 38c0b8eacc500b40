// Plays a game at the server's table to its end by pressing what the page shows; a function of that page.

async () => {
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = async (test, what) => {
    const end = performance.now() + 60000;
    for (;;) {
      const found = test();
      if (found) return found;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}: ${document.body.innerText.slice(0, 400)}`);
      await sleep(4);
    }
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const question = () => document.body.dataset.question;
  const times = [];
  for (let decided = 0; decided < 900; decided++) {
    await until(() => document.querySelector(".my-turn .choice, .my-turn .placing-tools, #end:not([hidden])"), "a turn");
    if (document.querySelector("#end:not([hidden])")) break;
    const before = question();
    const begun = performance.now();
    if (document.querySelector("svg.placing")) {
      for (const key of ["ArrowRight", "Enter"]) (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await sleep(20);
      if (question() === before && document.querySelector("#choice-list > p.soft")) document.querySelector("#choice-list .choice").click();
    } else {
      const choices = document.querySelectorAll("#choice-list .choice");
      choices[(decided * 7) % choices.length].click();
    }
    await until(() => question() !== before || document.querySelector("#end:not([hidden])"), `an answer to ${before}`);
    await painted();
    times.push(performance.now() - begun);
  }
  await until(() => document.querySelector("#end .chart polyline"), "the end");
  const broken = [...document.images].filter((image) => image.complete && !image.naturalWidth).map((image) => image.src);
  return { decided: times.length, lines: document.querySelectorAll("#log li").length, broken, times };
}
