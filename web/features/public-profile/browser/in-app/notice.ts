import { browserInsteadOfApp, intentOf } from './in-app-browser.ts'

/** By the script and not by the server, because caches keep the page for every browser. */
export function showInAppNotice(page: ParentNode, userAgent: string, address: string): void {
  const notice = page.querySelector<HTMLElement>('[data-in-app]')
  const instead = browserInsteadOfApp(userAgent)
  if (!notice || instead === undefined) return
  const name = notice.querySelector('[data-in-app-browser]')
  if (name) name.textContent = instead
  const open = notice.querySelector<HTMLAnchorElement>('[data-in-app-open]')
  if (open && instead === 'Chrome') {
    open.href = intentOf(address)
    open.hidden = false
  }
  notice.hidden = false
}
