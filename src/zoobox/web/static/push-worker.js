// Shows an alert that the server has sent through the browser's push service, and opens the table when it is clicked.

addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  const options = { body, tag: url, icon: "/static/icon-192.png", data: { url } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const show = async () => {
    const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === url);
    return open ? open.focus() : clients.openWindow(url);
  };
  event.waitUntil(show());
});
