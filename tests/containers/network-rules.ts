import { readFile, writeFile } from 'node:fs/promises'
import { run } from './commands.ts'

const LIMIT = { limitMs: 20_000 }
const FORWARDING = '/proc/sys/net/ipv4/ip_forward'
const BRIDGE = 'docker0'
/** Texts of empty tables. */
const EMPTY = {
  filter: '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\nCOMMIT\n',
  nat: '*nat\n:PREROUTING ACCEPT [0:0]\n:INPUT ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n:POSTROUTING ACCEPT [0:0]\nCOMMIT\n',
} as const

/** Records the rules and the bridge that an engine changes, and returns a function that restores them. */
export async function noteNetworkRules(): Promise<() => Promise<void>> {
  const rules = await run('iptables-save', [], LIMIT)
  const forwarding = await readFile(FORWARDING, 'utf8')
  const hadBridge = await isThere(BRIDGE)
  const missing = Object.entries(EMPTY).flatMap(([table, text]) =>
    rules.includes(`*${table}\n`) ? [] : text,
  )
  return async () => {
    await run('iptables-restore', [], { ...LIMIT, input: [rules, ...missing].join('') })
    await writeFile(FORWARDING, forwarding)
    if (!hadBridge && (await isThere(BRIDGE))) await run('ip', ['link', 'delete', BRIDGE], LIMIT)
  }
}

const isThere = async (name: string): Promise<boolean> =>
  (await readFile('/proc/net/dev', 'utf8')).includes(`${name}:`)
