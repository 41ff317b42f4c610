import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { useSay } from '../../../ui/notices/say.ts'

type Shown = Pick<HistoryEvent, 'event' | 'erased'>

/** As it lies in the log, with a chip in place of each erased text. */
export function EventJson({ event, erased }: Shown) {
  const say = useSay()
  const copy = async (): Promise<void> => {
    const text = JSON.stringify(erased.length === 0 ? event : { ...event, erased }, null, 2)
    say((await copyText(document, text)) ? 'JSON copiado' : 'Error: no pudimos copiar. Selecciona el texto.')
  }
  return (
    <section aria-label="JSON">
      <div className="sheet-subtitle mt-3.5 flex items-center justify-between">
        <h3 className="text-micro font-[650] tracking-normal text-ink-2">JSON</h3>
        <button type="button" onClick={() => void copy()} className="event-copy text-micro">
          <Copy aria-hidden="true" size={14} strokeWidth={1.9} />
          Copiar
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-label="Evento en JSON" className="event-json font-mono text-ink-2">
        <Members of={event} erased={erased} indent="" />
      </pre>
    </section>
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
