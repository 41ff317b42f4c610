/** @throws what the browser says where it cannot be loaded */
export const loadScript = (page: Document, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = page.createElement('script')
    script.onload = () => resolve()
    script.onerror = reject
    script.src = address
    page.head.append(script)
  })
