/** Whether a host name can only be this machine. `localhost` is by RFC 6761. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/**
 * Whether somebody reached this machine by another of its names than the product's own: a cookie that `localhost` is
 * given does not come back to `127.0.0.1`.
 */
export function isUnderOtherName(publicUrl: string, host: string | undefined): boolean {
  const address = `http://${host}`
  if (host === undefined || !URL.canParse(address)) return false
  const [own, used] = [new URL(publicUrl).hostname, new URL(address).hostname]
  return own !== used && isLoopback(own) && isLoopback(used)
}
