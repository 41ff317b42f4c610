import type { HistoryEvent } from '@app/contracts/audit/admin-history.ts'
import { Copy } from 'lucide-react'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'

const EXPEDIENTES = { profile: '/profile', account: '/account' } as const

/** As it lies in the log, with the names of erased texts; and all events of its life as a file. */
export function EventJson({ event: { event, erased, entry } }: { readonly event: HistoryEvent }) {
  const say = useSay()
  const { kind, id } = entry.entity
  const text = JSON.stringify(erased.length === 0 ? event : { ...event, erased }, null, 2)
  const copy = async (): Promise<void> =>
    say((await copyText(document, text)) ? 'JSON copiado' : 'Error: no pudimos copiar. Selecciona el texto.')
  return (
    <details className="mt-4 border-t border-line pt-2.5">
      <summary
        className={
          'min-h-6 w-fit cursor-pointer rounded-sm text-small font-semibold text-ink-2 ' +
          'pointer-coarse:py-2.5'
        }
      >
        Avanzado
      </summary>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy aria-hidden="true" size={14} />} onClick={() => void copy()}>
          Copiar JSON
        </Button>
        {(kind === 'profile' || kind === 'account') && (
          <ExpedienteButton
            wanted={{ url: `${EXPEDIENTES[kind]}/${id}/expediente`, name: `expediente_${id}.jsonl` }}
          />
        )}
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label="Evento en JSON"
        className={
          'mt-2.5 overflow-auto rounded-[10px] bg-surface-2 px-3 py-2.5 font-mono text-micro/[1.6] ' +
          'wrap-anywhere whitespace-pre-wrap text-ink-2 ring-1 ring-line'
        }
      >
        {text}
      </pre>
    </details>
  )
}
