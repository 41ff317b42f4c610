import type { AdminQuotation } from '@app/contracts/api/admin/admin-quotations.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import type { QuotationStatus } from '@app/contracts/quoted-cards.ts'
import { Mail } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { buttonLook } from '../../../ui/button-look.ts'
import { useTelling } from '../use-telling.ts'
import { quotationMail } from './quotation-mail.ts'
import { useMarkQuotationMutation, type MarkedAs } from './quotations-api.ts'

interface Mark {
  readonly as: MarkedAs
  readonly verb: string
  readonly done: string
  /** Of these there is nothing left to mark. */
  readonly goneIn: readonly QuotationStatus[]
}

const MARKS: readonly Mark[] = [
  {
    as: 'contacted',
    verb: 'Marcar como Contactado',
    done: 'Cotización marcada como contactada',
    goneIn: ['contacted', 'completed'],
  },
  {
    as: 'completed',
    verb: 'Marcar como Completado',
    done: 'Cotización marcada como completada',
    goneIn: ['completed'],
  },
]

const NEXT: Readonly<Record<QuotationStatus, MarkedAs | undefined>> = {
  pending: 'contacted',
  contacted: 'completed',
  completed: undefined,
}

const WIDTH = 'flex-auto min-[480px]:flex-none'

export function QuotationActions({ quotation }: { readonly quotation: AdminQuotation }) {
  const { id, company, contact_person, status } = quotation
  const [mark, { isLoading, originalArgs }] = useMarkQuotationMutation()
  const tell = useTelling()
  const mail = quotationMail(quotation)
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {MARKS.map(({ as, verb, done, goneIn }) => {
        const isBusy = isLoading && originalArgs?.status === as
        return (
          <Button
            key={as}
            size="sm"
            kind={as === NEXT[status] ? 'primary' : 'line'}
            className={WIDTH}
            aria-label={`${verb}: ${isolated(company)}`}
            disabled={goneIn.includes(status) || (isLoading && !isBusy)}
            busy={isBusy}
            onClick={() => void tell(mark({ id, status: as }), done, 'No pudimos guardar el estado.')}
          >
            {verb}
          </Button>
        )
      })}
      {mail !== undefined && (
        <a
          href={mail}
          aria-label={`Enviar Email a ${isolated(contact_person || company)}`}
          className={`${buttonLook('ghost', 'sm')} ${WIDTH}`}
        >
          <Mail aria-hidden="true" size={15} strokeWidth={1.9} />
          Enviar Email
        </a>
      )}
    </div>
  )
}
