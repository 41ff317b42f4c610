/** Ends a session on the server, as far as it can be reached: nobody waits for it to be signed out here. */
export function endSessionOnServer(token: string): void {
  void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // Also where the page is left at the same moment.
    keepalive: true,
  }).catch(() => undefined)
}
