/** Does not wait for the answer: the local sign-out must work offline. */
export function endSessionOnServer(token: string): void {
  void fetch('/api/auth/logout', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    // Sends the request even if the page closes.
    keepalive: true,
  }).catch(() => undefined)
}
