import type { JsonObject, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'

/** Far deeper than any append. The stack of the process would end at another depth each time. */
const DEPTH_MAX = 256

/**
 * JSON as RFC 8785 has it: keys in the order of their UTF-16 units, no spaces. V8 writes numbers and texts as that RFC
 * demands, so that only the order is left to do.
 * @throws TypeError for what JSON cannot hold, and for what is nested too deeply
 */
export const canonicalJson = (value: JsonValue): string => canonicalAt(value, 0)

function canonicalAt(value: JsonValue, depth: number): string {
  if (typeof value === 'object' && value !== null) {
    if (depth > DEPTH_MAX) throw new TypeError(`nested more deeply than ${DEPTH_MAX}`)
    return Array.isArray(value)
      ? `[${value.map((item) => canonicalAt(item, depth + 1)).join(',')}]`
      : canonicalObject(value as JsonObject, depth + 1)
  }
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`JSON has no ${String(value)}`)
  return text
}

/** Without a list of entries: this is most of what sealing an event costs. */
function canonicalObject(object: JsonObject, depth: number): string {
  let members = ''
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value === undefined) continue
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalAt(value, depth)}`
  }
  return `{${members}}`
}

/**
 * What the tree has of an event: all that was appended, as it is stored. Personal fields are ciphertext, so that neither
 * an erasure changes it, nor a guess of what was erased can be confirmed. Positions stay out, because stores number
 * differently; a revision is a text, as everywhere in JSON.
 * @throws TypeError for an event that has no canonical JSON
 */
export function leafOf({ id, stream, revision, type, version, data, meta }: StoredEvent): Buffer {
  const leaf = { id, stream, revision: String(revision), type, version, data, meta }
  return Buffer.from(canonicalJson(leaf as unknown as JsonValue))
}
