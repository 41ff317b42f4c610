import { ArrowLeft, ShieldCheck } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { refusalText } from '../../../app/refusal.ts'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'
import { usePastEntityQuery } from '../history/event-api.ts'
import { useSettled } from '../lists/use-settled.ts'
import { LifeColumn } from './LifeColumn.tsx'
import { EventRows } from './EventRows.tsx'
import { FiguresColumn } from './FiguresColumn.tsx'
import { versionAt } from './life.ts'
import { PageColumn } from './PageColumn.tsx'
import { Transport } from './Transport.tsx'
import { usePlayer, type Player } from './use-player.ts'
import './life.css'
import { getAdminLife, type Life } from '@app/contracts/api/admin/life-calls.ts'
import { adminApi } from '../admin-api.ts'

const lifeApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** @param entity as `profile-<id>` */
    life: build.query<Life, string>({
      query: (entity) => `/admin/life/${entity.replace('-', '/')}`,
      transformResponse: (body) => getAdminLife.answer.parse(body),
      // Up to a few megabytes.
      keepUnusedDataFor: 0,
    }),
  }),
})

const { useLifeQuery } = lifeApi

/** @param entity as `profile-<id>` */
export function LifeScreen({ entity }: { readonly entity: string }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { currentData: life, isError, error, isFetching, refetch } = useLifeQuery(entity)
  const close = () => {
    const params = new URLSearchParams(search)
    params.delete('life')
    params.delete('at')
    void navigate({ search: params.toString() })
  }
  return (
    <DialogFrame open onOpenChange={close} className="fixed inset-0 z-40 bg-bg outline-none">
      {life ? (
        <Stage key={entity} life={life} at={new URLSearchParams(search).get('at')} onClose={close} />
      ) : (
        <>
          <Head onClose={close} />
          {isError && !isFetching ? (
            <div className="p-4">
              <FailedNotice
                text={refusalText(error, 'No pudimos cargar los eventos.')}
                onRetry={() => void refetch()}
              />
            </div>
          ) : (
            <div role="status" className="life-loading gap-4 p-4">
              <span className="sr-only">Cargando…</span>
              <div className="skeleton" />
              <div className="skeleton" />
              <div className="skeleton" />
            </div>
          )}
        </>
      )}
    </DialogFrame>
  )
}

interface HeadProps {
  readonly entity?: Life['entity']
  readonly name?: string | undefined
  readonly onClose: () => void
}

function Head({ entity, name, onClose }: HeadProps) {
  const known = name ?? (entity?.kind === 'account' ? entity.label : '')
  return (
    <header className="life-head flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <IconButton label="Volver al Historial" onClick={onClose}>
        <ArrowLeft aria-hidden="true" size={19} strokeWidth={1.9} />
      </IconButton>
      <div className="min-w-0 flex-1">
        <Dialog.Title className="life-title leading-[1.2]">Reproducir</Dialog.Title>
        <p className="life-name flex flex-wrap gap-x-2 text-small wrap-anywhere text-ink-2">
          {known === null ? <ErasedChip /> : <bdi>{known}</bdi>}
          {entity?.slug && <span className="font-mono">/pages/{entity.slug}</span>}
        </p>
      </div>
      <p className="life-banner flex items-center justify-center gap-2 bg-accent-soft px-3.5 text-small font-semibold text-accent">
        <ShieldCheck aria-hidden="true" size={16} strokeWidth={1.9} />
        <span>Simulación: no se envía correo</span>
      </p>
    </header>
  )
}

const PARTS = { events: 'Eventos', page: 'Página', figures: 'Cifras' } as const
type Part = keyof typeof PARTS
const partsOf = (isProfile: boolean) =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => isProfile || part !== 'figures')
    .map((value) => ({ value, text: value === 'page' && !isProfile ? 'Cuenta' : PARTS[value] }))

/** A pointer that is dragged passes versions that nobody wants to see. */
const PASSES_MS = 30

interface StageProps {
  readonly life: Life
  /** Position of the event at which it begins. */
  readonly at: string | null
  readonly onClose: () => void
}

function Stage({ life, at, onClose }: StageProps) {
  const { events, entity } = life
  const first = events.findIndex(({ position }) => position === at)
  const player = usePlayer(events.length, first)
  const [part, setPart] = useState<Part>('page')
  const stage = useRef<HTMLDivElement>(null)
  // Keys go to the stage, and not to the way back, which is the first button.
  useEffect(() => stage.current?.focus(), [])
  const { index } = player
  const isProfile = entity.kind === 'profile'
  const wanted = versionAt(life, index + 1)
  const asked = useSettled(wanted, PASSES_MS)
  const past = usePastEntityQuery(asked ?? '', { skip: asked === undefined })
  const page = past.data?.profile?.profile
  return (
    <div
      ref={stage}
      tabIndex={-1}
      className="life-stage @container grid h-dvh grid-cols-[minmax(0,1fr)] outline-none"
      onKeyDown={player.onKeyDown}
    >
      <Head
        entity={entity}
        name={wanted && page && `${page.name} ${page.lastname}`.trim()}
        onClose={onClose}
      />
      <div className="life-parts">
        <Segments label="Qué mostrar" options={partsOf(isProfile)} chosen={part} onChoose={setPart} />
      </div>
      <div className="life-columns grid min-h-0 border-t border-line">
        <EventsColumn life={life} player={player} isOpen={part === 'events'} />
        <PageColumn
          kind={entity.kind}
          event={events[index]!}
          past={wanted === undefined ? null : past.data}
          onRetry={past.isError && !past.isFetching ? () => void past.refetch() : undefined}
          isOpen={part === 'page'}
        />
        {isProfile && <FiguresColumn life={life} index={index} isOpen={part === 'figures'} />}
      </div>
      <Transport life={life} player={player} />
    </div>
  )
}

interface EventsColumnProps extends Pick<StageProps, 'life'> {
  readonly player: Player
  readonly isOpen: boolean
}

function EventsColumn({ life: { events, skipped }, player, isOpen }: EventsColumnProps) {
  const { index, total } = player
  const place = `${countLabel(skipped + index + 1)} de ${countLabel(skipped + total)}`
  return (
    <LifeColumn title="Eventos" note={place} isOpen={isOpen}>
      {skipped > 0 && (
        <p className="px-[18px] py-1.5 text-micro text-ink-2">
          Se muestran los últimos {countLabel(total)} eventos.
        </p>
      )}
      <EventRows events={events} skipped={skipped} player={player} />
    </LifeColumn>
  )
}
