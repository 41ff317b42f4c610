import { useState, type ReactNode } from 'react'
import { refusalText } from '../../app/refusal.ts'
import { useDialogCall } from '../../app/use-dialog-call.ts'
import { Mark } from '../../ui/brand/Mark.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { SayContext } from '../../ui/notices/say.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { PageFoot } from '../../ui/PageFoot.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'

interface DataPageProps {
  readonly title: string
  readonly leave: ReactNode
  readonly children: ReactNode
}

/** A page that shows what is kept of a person; it says what an act has done above the rest. */
export function DataPage({ title, leave, children }: DataPageProps) {
  const [message, setMessage] = useState<string>()
  return (
    <SayContext value={setMessage}>
      <div className="mx-auto flex min-h-dvh max-w-[44rem] flex-col gap-5 p-4">
        <header className="flex items-center justify-between gap-3">
          <Mark size={22} />
          {leave}
        </header>
        <main className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ScreenTitle text={title} className="text-h1" />
          {message !== undefined && (
            <Notice key={message} tone={message.startsWith('Error') ? 'danger' : 'success'}>
              {message}
            </Notice>
          )}
          {children}
        </main>
        <PageFoot note="Es gratis y no necesitas cuenta." />
      </div>
    </SayContext>
  )
}

interface ActButtonProps {
  readonly verb: string
  /** The subject, as the dialog names it. */
  readonly name: string
  readonly consequence: string
  readonly kind?: 'quiet-danger'
  readonly act: () => PromiseLike<{ readonly data?: { readonly message: string } | undefined }>
  readonly state: { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void }
  readonly onDone?: ((message: string) => void) | undefined
}

/** Asks before it acts, and keeps a refusal in its dialog. */
export function ActButton({ verb, name, consequence, kind, act, state, onDone }: ActButtonProps) {
  const [open, setOpen] = useState(false)
  const { change, run } = useDialogCall(state, setOpen)
  const confirm = async () => {
    const done = await run(act(), ({ message }) => message)
    if (done) onDone?.(done.message)
  }
  return (
    <>
      <Button
        {...(kind && { kind })}
        aria-label={`${verb}: ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        title={`${verb}: ${name}`}
        consequence={consequence}
        verb={verb}
        busyVerb="Enviando..."
        busy={state.isLoading}
        failure={state.error === undefined ? undefined : refusalText(state.error, 'No pudimos hacerlo.')}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
