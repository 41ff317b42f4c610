import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { useSay } from '../../../ui/notices/say.ts'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'

const EXPEDIENTES = { profile: '/profile', account: '/account' } as const

/** As it lies in the log, with a chip in place of each erased text; and all events of its life as a file. */
export function EventJson({ event: { event, erased, entry } }: { readonly event: HistoryEvent }) {
  const say = useSay()
  const { kind, id } = entry.entity
  const copy = async (): Promise<void> => {
    const text = JSON.stringify(erased.length === 0 ? event : { ...event, erased }, null, 2)
    say((await copyText(document, text)) ? 'JSON copiado' : 'Error: no pudimos copiar. Selecciona el texto.')
  }
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
        <Members of={event} erased={erased} indent="" />
      </pre>
    </details>
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface MembersProps {
  readonly of: Readonly<Record<string, unknown>>
  /** Absent names of the payload, which stand in it as chips. */
  readonly erased: readonly string[]
  readonly indent: string
}

function Members({ of, erased, indent }: MembersProps) {
  const inner = `${indent}  `
  const isPayload = indent !== ''
  const lost = isPayload ? erased.filter((name) => of[name] === undefined || of[name] === null) : []
  const names = [...Object.keys(of).filter((name) => !lost.includes(name)), ...lost]
  if (names.length === 0) return <span>{'{}'}</span>
  return (
    <>
      <span>{'{\n'}</span>
      {names.map((name, at) => (
        <Fragment key={name}>
          <span>{inner}</span>
          <span className="text-accent">{JSON.stringify(name)}</span>
          <span>{': '}</span>
          {lost.includes(name) ? (
            <ErasedChip />
          ) : (
            <Value of={of[name]} erased={name === 'data' && !isPayload ? erased : []} indent={inner} />
          )}
          <span>{at < names.length - 1 ? ',\n' : '\n'}</span>
        </Fragment>
      ))}
      <span>{`${indent}}`}</span>
    </>
  )
}

function Value({ of, erased, indent }: Omit<MembersProps, 'of'> & { readonly of: unknown }): ReactNode {
  if (isObject(of)) return <Members of={of} erased={erased} indent={indent} />
  return <span>{JSON.stringify(of, null, 2)?.replaceAll('\n', `\n${indent}`) ?? 'null'}</span>
}
