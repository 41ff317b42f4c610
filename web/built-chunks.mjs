/** The module that starts the client, and draws: it comes after all else that a chunk imports. */
export const MAIN = 'index.html'

/** The chunks of a module and of all that it imports at once, each after those that it imports, by vite's manifest. */
export function chunksOf(manifest, name, chunks = new Set(), seen = new Set()) {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  if (seen.has(name)) return chunks
  seen.add(name)
  const imports = (chunk.imports ?? []).toSorted((one, other) => (one === MAIN) - (other === MAIN))
  for (const imported of imports) chunksOf(manifest, imported, chunks, seen)
  return chunks.add(chunk)
}
