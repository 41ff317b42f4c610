import { useShownFor } from '../../../ui/notices/use-shown-for.ts'
import { CopyCode } from './CopyCode.tsx'

const SHOWN_MS = 5_000

interface CreatedCodeProps {
  /** A new object is a new code. */
  readonly created: { readonly code: string } | null
  readonly onDone: () => void
}

/** A code that was just created. The list has it, too, so that it may go. */
export function CreatedCode({ created, onDone }: CreatedCodeProps) {
  const holding = useShownFor(created, SHOWN_MS, onDone)
  return (
    <div
      {...holding}
      className={
        created ? 'mt-3 flex items-center gap-2 rounded-md bg-success-soft py-1.5 pr-1.5 pl-3.5' : ''
      }
    >
      <p role="status" className="min-w-0 text-small text-success">
        {created && (
          <>
            <span>{'Código creado: '}</span>
            <b className="font-mono font-semibold tracking-[.02em] whitespace-nowrap">{created.code}</b>
          </>
        )}
      </p>
      {created && <CopyCode code={created.code} />}
    </div>
  )
}
