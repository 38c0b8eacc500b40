// Becomes the page whose path stands after the question mark; outside of the shell, it opens the shell at that page.

{
  const path = location.search.slice(1) || "/";
  const { hash } = location;
  if (parent === window) {
    location.replace(`index.html#${path}`);
  } else {
    parent.zoobox.page(path).then((/** @type {{text: string, location: string|null}} */ answer) => {
      if (answer.location) return location.replace(`page.html?${answer.location}`);
      document.open();
      document.write(answer.text);
      document.close();
      addEventListener("DOMContentLoaded", () => hash && document.getElementById(hash.slice(1))?.scrollIntoView());
    });
  }
}
