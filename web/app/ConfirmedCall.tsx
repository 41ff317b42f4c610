import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ui/Modal.tsx'
import { refusalText } from './refusal.ts'

interface ConfirmedCallProps<Data> {
  readonly title: string
  readonly consequence: string
  readonly verb: string
  readonly busyVerb: string
  readonly fallback: string
  readonly prefix?: string
  readonly send: () => PromiseLike<{ readonly data?: Data | undefined; readonly error?: unknown }>
  readonly onDone: (data: Data) => void
  readonly children: (ask: () => void) => ReactNode
}

export function ConfirmedCall<Data>({
  fallback,
  prefix = '',
  send,
  onDone,
  children,
  ...words
}: ConfirmedCallProps<Data>) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const change = (next: boolean): void => {
    if (busy) return
    setError(undefined)
    setOpen(next)
  }
  const confirm = async (): Promise<void> => {
    setBusy(true)
    const answer = await send()
    setBusy(false)
    setError(answer.error)
    if (answer.data === undefined) return
    setOpen(false)
    onDone(answer.data)
  }
  return (
    <>
      {children(() => change(true))}
      <ConfirmDialog
        {...words}
        open={open}
        onOpenChange={change}
        busy={busy}
        failure={error === undefined ? undefined : prefix + refusalText(error, fallback)}
        onConfirm={() => void confirm()}
      />
    </>
  )
}
