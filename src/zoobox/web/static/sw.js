// Shows a turn alert that was pushed to this browser, and opens its table.

self.addEventListener("push", (event) => {
  const { title, body, link } = event.data?.json() ?? { title: "Zoobox", body: "", link: "/" };
  event.waitUntil(self.registration.showNotification(title, { body, tag: link, icon: "/static/icon-192.png", data: { link } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((page) => new URL(page.url).pathname === link);
    return there ? there.focus() : self.clients.openWindow(link);
  };
  event.waitUntil(open());
});
