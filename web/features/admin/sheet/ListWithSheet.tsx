import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useLocation, useNavigate, type To } from 'react-router-dom'
import { LazyPart } from '../../../ui/notices/LazyPart.tsx'
import { searchWith } from './search-with.ts'

export interface SheetSteps {
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

interface ListWithSheetProps {
  /** What each line opens, in their order. A line's link has it as `data-line`. */
  readonly keys: readonly string[]
  /** Names the open one in the address. */
  readonly param: string
  readonly open: string | undefined
  /** Else the sheet covers the screen. */
  readonly wide: boolean
  /** Of the grid, while the sheet stands beside the list. */
  readonly columns: string
  readonly list: (hrefOf: (key: string) => To) => ReactNode
  readonly sheet: (steps: SheetSteps) => ReactNode
}

/** Of a field, of what scrolls by arrows, or of a dialog that the sheet opened: React passes its keys on to here. */
function hasOwnKeys(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  const dialog = target.closest('[role=dialog]')
  if (dialog !== null && dialog.querySelector('.sheet-head') === null) return true
  return target.closest('input, select, textarea, pre, [role=dialog] dl') !== null
}

/** A list, and what the address names of it in a sheet: arrows go from line to line, Escape closes it. */
export function ListWithSheet({ keys, param, open, wide, columns, list, sheet }: ListWithSheetProps) {
  const whole = useRef<HTMLDivElement>(null)
  const { at, goTo, hrefOf, step } = useOpenLine({ keys, param, open }, whole)
  const onKeyDown = (event: KeyboardEvent) => {
    if (open === undefined || event.defaultPrevented || hasOwnKeys(event.target)) return
    const steps: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowUp: step(-1),
      ArrowDown: step(1),
      Escape: wide ? () => goTo(undefined) : undefined,
    }
    const act = steps[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  useEscapeWithoutFocus(wide && open !== undefined, () => goTo(undefined))
  const isDocked = wide && open !== undefined
  return (
    <div
      ref={whole}
      onKeyDown={onKeyDown}
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 ${isDocked ? columns : ''}`}
    >
      {list(hrefOf)}
      {open !== undefined && (
        <LazyPart onFailed={() => goTo(undefined)}>
          {sheet({
            onPrevious: at > 0 ? step(-1) : undefined,
            onNext: step(1),
            onClose: () => goTo(undefined),
          })}
        </LazyPart>
      )}
    </div>
  )
}

/** After a reload nothing has the focus, and keys reach the document alone. */
function useEscapeWithoutFocus(isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body) close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listener = (event: globalThis.KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOpen])
}

type OpenLine = Pick<ListWithSheetProps, 'keys' | 'param' | 'open'>

/** The line that the address names, and the ways from it. */
function useOpenLine({ keys, param, open }: OpenLine, whole: RefObject<HTMLElement | null>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const at = open === undefined ? -1 : keys.indexOf(open)
  const lineOf = (key: string) => whole.current?.querySelector<HTMLElement>(`[data-line='${key}']`)
  const goTo = (next: string | undefined, replace = false) => {
    void navigate(
      { search: searchWith(search, { [param]: next ?? '' }) },
      { replace, preventScrollReset: true },
    )
    const isOnLine = document.activeElement?.hasAttribute('data-line') === true
    if (next !== undefined && isOnLine) lineOf(next)?.focus()
    if (next === undefined && open !== undefined) lineOf(open)?.focus()
  }
  return {
    at,
    goTo,
    hrefOf: (key: string): To => ({ search: searchWith(search, { [param]: key }) }),
    step: (by: number): (() => void) | undefined => {
      const next = at < 0 ? undefined : keys[at + by]
      return next === undefined ? undefined : () => goTo(next, true)
    },
  }
}
