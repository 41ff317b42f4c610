const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'
const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const outermost = (font: Element): Element => (isFont(font.parentNode) ? outermost(font.parentNode) : font)

/** The fonts in the place of a text. */
function fontsAt(removal: MutationRecord, records: readonly MutationRecord[]): readonly Element[] {
  const { target, previousSibling: before, nextSibling: after } = removal
  const there = records.filter(
    (one) => one.target === target && one.previousSibling === before && one.nextSibling === after,
  )
  const nodes = [before, after, ...there.flatMap(({ addedNodes }) => [...addedNodes])]
  return nodes.filter(isFont).map(outermost)
}

/**
 * A browser that translates puts a `font` in place of each text, or around it. React still holds that text: it inserts
 * beside it, changes it and removes it. So the text goes back, empty, before its translation, and takes it along.
 */
export function keepTexts(root: Node): void {
  const translations = new WeakMap<Text, { readonly font: Element; readonly words: string }>()
  const texts = new WeakMap<Element, Text>()

  function keep(text: Text, font: Element): void {
    const words = text.data
    if (font.contains(text)) text.replaceWith(words)
    font.before(text)
    text.data = ''
    translations.set(text, { font, words })
    texts.set(font, text)
  }
  /** The page has other words now. */
  function end(text: Text): void {
    translations.get(text)?.font.remove()
    translations.delete(text)
  }
  /** One of both is no longer where it was. */
  function join(text: Text): void {
    const { font, words } = translations.get(text) ?? {}
    if (font === undefined || words === undefined) return
    if (text.isConnected && font.isConnected) return text.after(font)
    end(text)
    text.data = words // where the translation is taken back
  }
  function onRemoved(node: Node, removal: MutationRecord, records: readonly MutationRecord[]): void {
    const text = isFont(node) ? texts.get(node) : node
    if (text === undefined || !isText(text)) return
    if (translations.has(text)) return join(text)
    const font = fontsAt(removal, records).find((one) => !texts.has(one))
    if (font && (!text.isConnected || font.contains(text))) keep(text, font)
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (isText(record.target)) end(record.target)
      for (const node of record.removedNodes) onRemoved(node, record, records)
    }
    observer.takeRecords() // of this function
  })
  observer.observe(root, { childList: true, characterData: true, subtree: true })
}
