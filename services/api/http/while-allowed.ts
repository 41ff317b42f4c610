/** A long file ends with the rights of whom it is sent to. @throws what `check` throws, before the next item */
export async function* whileAllowed<Item>(
  items: AsyncIterable<Item>,
  check: () => Promise<unknown>,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    await check()
    yield item
  }
}
