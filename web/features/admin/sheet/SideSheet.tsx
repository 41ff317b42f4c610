import { ChevronDown, ChevronUp, X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { useWindowRoom } from '../../../ui/history/use-window-room.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import type { SheetSteps } from './ListWithSheet.tsx'
import './side-sheet.css'

interface SideSheetProps {
  /** Beside the list, or below it; else over the whole screen. */
  readonly wide: boolean
  /** What is open. */
  readonly line: string
  readonly title: ReactNode
  readonly subtitle: ReactNode
  readonly stepLabels: readonly [previous: string, next: string]
  readonly steps: SheetSteps
  readonly children: ReactNode
  /** At the foot. */
  readonly actions?: ReactNode
}

/** Details of one line of a list. */
export function SideSheet(props: SideSheetProps) {
  if (props.wide) return <DockedSheet {...props} />
  return (
    <DialogFrame
      open
      onOpenChange={props.steps.onClose}
      className="covering-sheet fills-screen fixed inset-0 z-40 flex animate-[slide-up_var(--dur-4)_var(--ease-out)] flex-col overflow-y-auto bg-surface"
    >
      <Parts {...props} title={<Dialog.Title className={TITLE}>{props.title}</Dialog.Title>} />
    </DialogFrame>
  )
}

const TITLE = 'sheet-title font-[650] wrap-anywhere'

/** Of what is opened, the beginning is in sight. */
function showStart(sheet: HTMLElement): void {
  sheet.scrollTop = 0
  const { top } = sheet.getBoundingClientRect()
  if (top < 0 || top > window.innerHeight / 2) sheet.scrollIntoView()
}

/** Its head and its foot stay: beside a list it scrolls by itself, below it with the page. */
function DockedSheet(props: SideSheetProps) {
  const id = useId()
  const sheet = useRef<HTMLElement>(null)
  useWindowRoom(sheet)
  // An answered request has no more buttons.
  useKeptFocus(sheet)
  useLayoutEffect(() => {
    if (sheet.current) showStart(sheet.current)
  }, [props.line])
  const title = (
    <h2 id={id} className={TITLE}>
      {props.title}
    </h2>
  )
  return (
    <aside
      ref={sheet}
      tabIndex={-1}
      aria-labelledby={id}
      className="docked-sheet card flex flex-col outline-none"
    >
      <Parts {...props} title={title} />
    </aside>
  )
}

const Parts = ({ title, subtitle, stepLabels, steps, children, actions }: SideSheetProps) => (
  <>
    <header className="sheet-head flex items-start border-b border-line bg-surface">
      <div className="sheet-said min-w-0" aria-live="polite">
        {title}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5 text-small text-ink-3 tabular-nums">
          {subtitle}
        </p>
      </div>
      <Steps labels={stepLabels} {...steps} />
    </header>
    <div className="side-body">{children}</div>
    {actions}
  </>
)

interface StepsProps extends SheetSteps {
  readonly labels: SideSheetProps['stepLabels']
}

const Steps = ({ labels: [previous, next], onPrevious, onNext, onClose }: StepsProps) => (
  <div className="sheet-steps flex flex-none">
    <IconButton
      label={previous}
      title="Anterior (↑)"
      disabled={onPrevious === undefined}
      onClick={onPrevious}
    >
      <ChevronUp aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
    <IconButton label={next} title="Siguiente (↓)" disabled={onNext === undefined} onClick={onNext}>
      <ChevronDown aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
    <IconButton label="Cerrar" title="Cerrar (Esc)" onClick={onClose}>
      <X aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
  </div>
)

interface SheetFailureProps {
  readonly error: unknown
  /** Where there is no such line. */
  readonly gone: string
  readonly failed: string
  readonly onRetry: () => void
}

export const SheetFailure = ({ error, gone, failed, onRetry }: SheetFailureProps) =>
  // Another try finds no more.
  refusalFrom(error)?.code === 'not-found' ? (
    <p role="alert" className="py-4 text-small text-ink-2">
      {gone}
    </p>
  ) : (
    <FailedNotice text={refusalText(error, failed)} onRetry={onRetry} />
  )

/** About as tall as what comes. */
export const SheetSkeleton = () => (
  <div role="status" aria-busy="true" className="sheet-skeleton grid gap-3 py-4">
    <span className="sr-only">Cargando…</span>
    <div className="skeleton" />
    <div className="skeleton" />
    <div className="skeleton" />
    <div className="skeleton h-32" />
    <div className="skeleton" />
  </div>
)
