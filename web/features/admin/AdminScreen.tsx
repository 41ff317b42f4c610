import * as Tabs from 'radix-ui/tabs'
import type { User } from '@app/contracts/accounts.ts'
import { RotateCw } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { CrashBoundary } from '../../ui/notices/states.tsx'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'
import { useScrolledRow } from '../../ui/Segments.tsx'
import { countedText, countLabel } from '../../ui/wording/figures.ts'
import { adminApi, LISTS, useTotalQuery, type ListName } from './admin-api.ts'
import { PANELS, panelOf, type AdminPanel } from './panels.ts'

/** Loaded with this chunk, not once it is drawn. A failure is shown where the panel is drawn. */
export const loadPanel = async (search: string): Promise<unknown> =>
  panelOf(search)
    .Content.preload()
    .catch(() => undefined)

export function AdminScreen({ user }: { readonly user: User }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const open = panelOf(search)
  const [visited, setVisited] = useState<readonly string[]>([open.id])
  if (!visited.includes(open.id)) setVisited([...visited, open.id])
  const goTo = (id: string) => {
    const params = new URLSearchParams(search)
    params.set('tab', id)
    void navigate({ search: params.toString() })
  }
  return (
    <Tabs.Root value={open.id} onValueChange={goTo} activationMode="manual">
      <Head about={open.about} />
      <TabRow open={open.id} />
      {PANELS.filter(({ id }) => visited.includes(id)).map(({ id, name, Content }) => (
        // Keeps search and page of each list while another tab is open.
        <Tabs.Content key={id} value={id} forceMount hidden={id !== open.id}>
          <CrashBoundary text={`No pudimos cargar «${name}».`}>
            <Suspense fallback={<PanelSkeleton />}>
              <Content user={user} />
            </Suspense>
          </CrashBoundary>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

// With large text the button stands beside the short line, a name has two lines, and the open tab the whole row.
const HEAD =
  'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 @max-[15rem]:grid ' +
  '@max-[15rem]:grid-cols-[minmax(0,1fr)_auto] @max-[15rem]:items-center @max-[15rem]:gap-y-0'
const TABS =
  'fade-edges relative -mb-px flex gap-[2px] overflow-x-auto [scrollbar-width:none] @max-[15rem]:px-[16px] ' +
  '@max-[15rem]:[--fade-end:16px] @max-[15rem]:[--fade-start:16px]'
const TAB =
  'flex h-[42px] flex-none items-center gap-1.5 border-b-2 border-transparent px-2.5 text-nav font-semibold ' +
  'whitespace-nowrap text-ink-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink pointer-coarse:h-11 ' +
  'forced-colors:not-aria-selected:border-[Canvas] @max-[15rem]:block @max-[15rem]:h-auto! @max-[15rem]:min-h-[44px] ' +
  '@max-[15rem]:max-w-[calc(100cqi-48px)] @max-[15rem]:px-[8px] @max-[15rem]:whitespace-normal'
const COUNT =
  'grid h-5 min-w-[22px] place-items-center rounded-full bg-surface-3 px-1.5 text-[0.6875rem] tabular-nums ' +
  'in-[[aria-selected=true]]:bg-ink in-[[aria-selected=true]]:text-surface @max-[15rem]:ml-[8px] ' +
  '@max-[15rem]:inline-grid'

function Head({ about }: { readonly about: string | undefined }) {
  const dispatch = useDispatch()
  return (
    <header className="@container mb-3">
      <div className={HEAD}>
        <div className="min-w-0 flex-[1_1_min-content] @max-[15rem]:contents">
          <ScreenTitle text="Panel de Administración" className="text-h1 @max-[15rem]:col-span-full" />
          <p className="min-h-[1.3rem] text-nav text-ink-2">{about ?? <Totals />}</p>
        </div>
        <Button
          size="sm"
          icon={<RotateCw aria-hidden="true" size={15} strokeWidth={1.9} />}
          onClick={() =>
            dispatch(adminApi.util.invalidateTags([...LISTS, 'History', 'Projections', 'Parked']))
          }
        >
          <span className="max-sm:sr-only">Actualizar</span>
        </Button>
      </div>
    </header>
  )
}

const ON_RECONNECT = { refetchOnReconnect: true }

function Totals() {
  const { data: users } = useTotalQuery('users', ON_RECONNECT)
  const { data: profiles } = useTotalQuery('profiles', ON_RECONNECT)
  if (users === undefined || profiles === undefined) return null
  return (
    <span>{`${countedText(users, 'usuario', 'usuarios')} y ${countedText(profiles, 'perfil', 'perfiles')}`}</span>
  )
}

function TabRow({ open }: { readonly open: string }) {
  const row = useRef<HTMLDivElement>(null)
  useScrolledRow(row, open)
  return (
    <div className="@container mb-4 border-b border-line">
      <Tabs.List
        ref={row}
        aria-label="Administración"
        // Radix focuses what is pressed, which browsers take for a key.
        onPointerDown={({ currentTarget }) => (currentTarget.dataset['pressed'] = '')}
        onKeyDown={({ currentTarget }) => delete currentTarget.dataset['pressed']}
        className={TABS}
      >
        {PANELS.map((panel) => (
          <Tab key={panel.id} {...panel} />
        ))}
      </Tabs.List>
    </div>
  )
}

const Tab = ({ id, name, icon: Icon, list }: AdminPanel) => (
  <Tabs.Trigger value={id} className={TAB}>
    <Icon aria-hidden="true" size={16} strokeWidth={1.9} className="@max-[15rem]:hidden" />
    <span>{name}</span>
    {list && <Count list={list} />}
  </Tabs.Trigger>
)

function Count({ list }: { readonly list: ListName }) {
  const { data } = useTotalQuery(list, ON_RECONNECT)
  return <span className={COUNT}>{data === undefined ? '–' : countLabel(data)}</span>
}

const PanelSkeleton = () => (
  <div role="status" aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
    <span className="sr-only">Cargando…</span>
    <div className="skeleton h-9 w-[420px] max-w-full" />
    <div className="skeleton h-[420px] rounded-lg" />
  </div>
)
