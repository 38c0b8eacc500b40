// Plays in the static edition by pressing what the page shows; a function of the page around all pages.

async (request) => {
  const frame = document.getElementById("page");
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const until = async (test, what) => {
    const end = performance.now() + 60000;
    for (;;) {
      const found = test();
      if (found) return found;
      if (performance.now() > end) throw new Error(`waited in vain for ${what}: ${frame.contentDocument?.body?.innerText.slice(0, 400)}`);
      await sleep(4);
    }
  };
  await window.zoobox.ready;
  localStorage.setItem("zoobox.guard", "off");
  localStorage.setItem("zoobox.pace", "instant");
  let { table } = request;
  if (!table) {
    const made = await window.zoobox.ask("POST", "/api/tables", JSON.stringify({ game: request.game, players: 2, seed: request.seed, seats: [{ kind: "me" }, { kind: "bot", level: request.level ?? "visitor" }] }));
    table = JSON.parse(made.text).table;
  }
  if (!frame.contentWindow.location.search.endsWith(table)) frame.contentWindow.location.href = `page.html?/tables/${table}`;
  await until(() => frame.contentWindow.location.search.endsWith(table) && frame.contentDocument?.querySelector("#choice-list .choice, .my-turn .placing-tools, #end:not([hidden])"), "the table");
  const page = () => frame.contentDocument;
  const question = () => page()?.body?.dataset.question;
  const times = [];
  let decided = 0;
  while (decided < (request.decisions ?? 900)) {
    await until(() => page().querySelector(".my-turn .choice, .my-turn .placing-tools, #end:not([hidden])"), "a turn");
    if (page().querySelector("#end:not([hidden])")) break;
    const before = question();
    const begun = performance.now();
    if (page().querySelector("svg.placing")) {
      for (const key of ["ArrowRight", "Enter"]) (page().activeElement ?? page().body).dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", { key, bubbles: true }));
      await sleep(20);
      if (question() === before && page().querySelector("#choice-list > p.soft")) page().querySelector("#choice-list .choice").click();
    } else {
      const choices = page().querySelectorAll("#choice-list .choice");
      choices[(decided * 7) % choices.length].click();
    }
    await until(() => question() !== before || page().querySelector("#end:not([hidden])"), `an answer to ${before}`);
    times.push(performance.now() - begun);
    decided += 1;
  }
  const over = !!page().querySelector("#end:not([hidden])");
  const record = over ? (await window.zoobox.ask("GET", `/api/tables/${table}/record`, "")).text : null;
  times.sort((one, other) => one - other);
  const broken = [...page().images].filter((image) => image.complete && !image.naturalWidth).map((image) => image.src);
  return { table, decided, over, record, broken, median: times[times.length >> 1] ?? null, slow: times[Math.floor(times.length * 0.95)] ?? null };
}
