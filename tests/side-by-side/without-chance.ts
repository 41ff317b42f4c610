/** Replaces what differs by chance between two runs of the same product: ids, tokens, hashes, positions. */

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/g
const CODE = /\b(?=[A-Z0-9-]*\d|[A-Z-]{14})[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}\b/g
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
/** Hashes, keys, signatures, cursors: long, and of letters in both cases and digits, or hexadecimal. */
const RANDOM =
  /(?<![\w+/.-])(?=[\w+/.-]*\d)(?=[\w+/.-]*[A-Z])(?=[\w+/.-]*[a-z])[\w+/.-]{20,}={0,2}|(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])/g
const ASSET = /(?<=\w)[.-][\w-]{8}(?=\.(?:js|css|woff2?|svg|png|webp)\b)/g
const QUOTA = /\b([rt])=\d+/g
/** The third column of the history, after day and hour. */
const CSV_POSITION = /^("\d\d-\d\d-\d{4}";"[\d:]+";)"\d+"/
/** Blocks of the chain are made in real time: their numbers differ. */
const OF_BLOCKS = /(?:^|[-_])position$|^(?:head|size|index|key_id|made_at|unsealed_seconds)$/i
const HASHES = /(?:<random>\n){2,}/g
const LONG_ETAG = /"[\w+/<>-]{16,}"/
const RANDOM_LIST_MIN = 2

type Names = ReadonlyMap<string, string>

/** @param names names by value, long values first */
export function withoutChance(value: unknown, names: Names, key = ''): unknown {
  if (OF_BLOCKS.test(key) && typeof value !== 'object') return '<count>'
  if (typeof value === 'string') return textOf(value, names, key)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return listOf(value.map((one) => withoutChance(one, names)))
  const entries = Object.entries(value).map(([name, one]) => [
    textOf(name, names),
    withoutChance(one, names, name),
  ])
  return Object.fromEntries(entries) as unknown
}

/** A list of hashes is as long as the log makes it. */
const listOf = (list: readonly unknown[]): readonly unknown[] =>
  list.length >= RANDOM_LIST_MIN && list.every((one) => one === '<random>') ? ['<random>'] : list

function textOf(value: string, names: Names, key = ''): unknown {
  // JSON within JSON: the leaves of the record.
  if (/^\{.*\}$/.test(value)) {
    try {
      return withoutChance(JSON.parse(value), names)
    } catch {
      // A text in braces.
    }
  }
  const plain = [...names]
    .reduce((text, [id, name]) => text.replaceAll(id, name), value)
    .replaceAll(JWT, '<token>')
    .replaceAll(UUID, '<id>')
    .replaceAll(CODE, '<code>')
    .replaceAll(ASSET, '-<hash>')
    .replaceAll(RANDOM, '<random>')
    .replace(CSV_POSITION, '$1"<count>"')
    .replaceAll(HASHES, '<random>\n')
  // A busy machine answers before it has recorded the tap.
  if (key === 'tap-status' && plain === 'pending') return 'recorded'
  if (key === 'etag') return plain.replace(LONG_ETAG, '"<random>"')
  return key.startsWith('ratelimit') ? plain.replaceAll(QUOTA, '$1=<n>') : plain
}
