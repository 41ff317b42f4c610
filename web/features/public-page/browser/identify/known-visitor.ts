import type { DeviceVisitor } from './device-visitor.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'

/** Within a sentence. */
export const firstName = (name: string): string => isolated(name.trim().split(/\s+/)[0] ?? name)

type Named = Pick<DeviceVisitor, 'name' | 'rename'>

/** Thanks the visitor whose name this browser keeps, and lets another person deny it. */
export function watchKnownVisitor(page: ParentNode, { name, rename }: Named): Named {
  const find = <T extends HTMLElement>(selector: string) => page.querySelector<T>(selector)
  const [line, thanks] = [find('[data-known]'), find('[data-known-thanks]')]
  const forget = find('[data-known-forget]')
  const draw = (): void => {
    const known = name()
    if (!line || !thanks || !forget) return
    line.hidden = known === undefined
    if (known === undefined) return
    thanks.textContent = `¡Gracias, ${firstName(known)}!`
    forget.textContent = `No soy ${firstName(known)}`
  }
  const renamed = (next: string | undefined): void => {
    rename(next)
    draw()
  }
  if (forget) {
    forget.addEventListener('click', () => {
      renamed(undefined)
      // The form may hold the name as well.
      const form = find<HTMLFormElement>('[data-dialog=identify] form')
      if (form) form.reset()
      const opener = find('[data-opens=identify]')
      if (opener) opener.focus()
    })
  }
  draw()
  return { name, rename: renamed }
}
