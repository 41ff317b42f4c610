import type { PublicProfile } from '@app/contracts/api/public-calls.ts'
import { renderedPageOf } from '../../rendered-page.ts'
import { ANTONIA } from '../../sample-profile.ts'

/** For tests: puts a profile's real markup into the document. */
export function openPage(profile: PublicProfile = ANTONIA): void {
  document.body.replaceWith(document.importNode(renderedPageOf(profile).body, true))
}

export function getElement<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`no ${selector} on the page`)
  return found
}
