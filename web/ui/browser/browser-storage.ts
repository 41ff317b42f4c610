/** @returns `otherwise` where the browser blocks its storage or has no room in it */
function tryOut<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Never throws: with blocked or full storage nothing is stored. */
const memoryIn = (storage: () => Storage) => ({
  recall: (key: string) => tryOut(() => storage().getItem(key), null),
  remember: (key: string, value: string) => tryOut(() => storage().setItem(key, value), undefined),
  forget: (key: string) => tryOut(() => storage().removeItem(key), undefined),
  keysFrom: (prefix: string) =>
    tryOut(() => Object.keys(storage()), []).filter((key) => key.startsWith(prefix)),
})

export const deviceMemory = memoryIn(() => localStorage)
export const { recall, remember, forget } = deviceMemory
export const tabMemory = memoryIn(() => sessionStorage)
