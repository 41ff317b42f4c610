import { useSay } from '../ui/notices/Messages.tsx'

interface CallState {
  readonly isLoading: boolean
  readonly reset: () => void
}

/** Keeps a dialog that confirms a call open while the call runs, and after a refusal. */
export function useDialogCall({ isLoading, reset }: CallState, onOpenChange: (open: boolean) => void) {
  const say = useSay()
  const change = (open: boolean) => {
    if (isLoading) return
    reset()
    onOpenChange(open)
  }
  /** @returns the answer, unless it was refused */
  const run = async <Data extends object>(
    asked: PromiseLike<{ readonly data?: Data | undefined }>,
    doneText: (data: Data) => string,
  ) => {
    const { data } = await asked
    if (data === undefined) return undefined
    onOpenChange(false)
    say(doneText(data))
    return data
  }
  return { change, run }
}
