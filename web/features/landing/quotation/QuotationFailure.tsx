import { mayStillBeTaken, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'

const NOT_SENT = 'No pudimos enviar tu solicitud.'

/** Only a refusal explains the failure: the time to wait, or the fault. */
const textOf = (error: unknown): string =>
  mayStillBeTaken(error) && refusalFrom(error)?.code !== 'too-many' ? NOT_SENT : refusalText(error, NOT_SENT)

/** Its button sends the form once more, as it is now. */
export function QuotationFailure({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  return (
    <div className="l-full grid justify-items-start gap-2">
      <Notice tone="danger">{textOf(error)}</Notice>
      <Button type="submit" size="sm">
        Reintentar
      </Button>
    </div>
  )
}
