export function isUrl(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.hostname !== ''
}
