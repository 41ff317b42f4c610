export function defaultPublicUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** True only for this machine; RFC 6761 reserves `localhost`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/** Another loopback name than the product's: a cookie of `localhost` is not sent to `127.0.0.1`. */
export function isUnderOtherName(publicUrl: string, host: string | undefined): boolean {
  const address = `http://${host}`
  if (host === undefined || !URL.canParse(address)) return false
  const [own, used] = [new URL(publicUrl).hostname, new URL(address).hostname]
  return own !== used && isLoopback(own) && isLoopback(used)
}
