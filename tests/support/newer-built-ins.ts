/**
 * Built-ins newer than the oldest supported browsers (web/vite.config.ts): a build turns newer syntax into
 * older, but leaves these as they are.
 */
const OBVIOUS = `
  Array.fromAsync ArrayBuffer.prototype.transferToFixedLength AbortSignal.any
  Document.prototype.startViewTransition Element.prototype.checkVisibility Error.isError
  HTMLElement.prototype.showPopover Headers.prototype.getSetCookie Intl.DurationFormat Iterator.from
  JSON.rawJSON Map.groupBy Map.prototype.getOrInsert Map.prototype.getOrInsertComputed Math.f16round
  Math.sumPrecise Object.groupBy Promise.try Promise.withResolvers ReadableStream.from RegExp.escape
  Response.json Set.prototype.isDisjointFrom Set.prototype.isSubsetOf Set.prototype.isSupersetOf
  Set.prototype.symmetricDifference URL.canParse URL.parse Uint8Array.fromBase64
  Uint8Array.prototype.toBase64 globalThis.cookieStore globalThis.requestIdleCallback`.match(/\S+/g)!
/** Their names mean other things as well: only a browser without them shows a use. */
const AMBIGUOUS = `
  ArrayBuffer.prototype.transfer ReadableStream.prototype.values Set.prototype.difference
  Set.prototype.intersection Set.prototype.union URLSearchParams.prototype.size
  globalThis.Float16Array globalThis.Iterator globalThis.navigation globalThis.scheduler`.match(/\S+/g)!

/** How each is written where it is used. */
export const newerNames: readonly string[] = OBVIOUS.map((path) =>
  path.includes('.prototype.') || path.startsWith('globalThis.') ? path.split('.').at(-1)! : path,
)

/** A script that takes all of them away, before any of the page's own runs. */
export const WITHOUT_NEWER = `
for (const path of ${JSON.stringify([...OBVIOUS, ...AMBIGUOUS])}) {
  const names = path.split('.')
  const last = names.pop()
  let owner = globalThis
  for (const name of names) owner = name === 'globalThis' ? owner : owner?.[name]
  if (owner) delete owner[last]
}
delete ReadableStream.prototype[Symbol.asyncIterator]
for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) {
  delete Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))[name]
}
`
