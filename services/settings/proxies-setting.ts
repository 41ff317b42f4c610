import { isIP } from 'node:net'

const NAMES = ['loopback', 'linklocal', 'uniquelocal']

export function proxiesOf(text: string): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every((part) => NAMES.includes(part) || isNetwork(part)) ? parts : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  // Excludes /0, which would trust everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
