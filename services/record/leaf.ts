import type { JsonObject, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'

/**
 * JSON as RFC 8785 has it: keys in the order of their UTF-16 units, no spaces. V8 writes numbers and texts as that RFC
 * demands, so that only the order is left to do.
 * @throws TypeError for what JSON cannot hold
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value as JsonObject)
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`JSON has no ${String(value)}`)
  return text
}

/** Without a list of entries: this is most of what sealing an event costs. */
function canonicalObject(object: JsonObject): string {
  let members = ''
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value === undefined) continue
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`
  }
  return `{${members}}`
}

/**
 * What the tree has of an event: all that was appended, as it is stored. Personal fields are ciphertext, so that neither
 * an erasure changes it, nor a guess of what was erased can be confirmed. Positions stay out, because stores number
 * differently; a revision is a text, as everywhere in JSON.
 */
export function leafOf({ id, stream, revision, type, version, data, meta }: StoredEvent): Buffer {
  const leaf = { id, stream, revision: String(revision), type, version, data, meta }
  return Buffer.from(canonicalJson(leaf as unknown as JsonValue))
}
