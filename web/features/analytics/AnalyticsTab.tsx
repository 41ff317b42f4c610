import type { AdminProfile } from '@app/contracts/administration.ts'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { RANGES, type Range } from '@app/contracts/traffic/ranges.ts'
import { EmptyNotice, FailedNotice } from '../../ui/notices/states.tsx'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'
import { useMedia } from '../../ui/browser/use-browser.ts'
import { AnalyticsPanels } from './AnalyticsPanels.tsx'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { ChartTools, ReportButton } from './ChartTools.tsx'
import { excludedText } from './live/live-feed.ts'
import { failureText } from './analytics-api.ts'
import {
  hasFilter,
  partsOf,
  withParams,
  FilterChips,
  FilteringContext,
  useAddressFilter,
  useFiltering,
} from './filtering.tsx'
import { PANELS_VISITS_MIN } from './KpiCards.tsx'
import { LivePill, PeriodLine, RangeRow } from './PeriodLine.tsx'
import { useLiveAnalytics, type LiveAnalytics } from './live/use-live-analytics.ts'
import { Button } from '../../ui/Button.tsx'
import { Link2 } from 'lucide-react'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { copyLink } from '../../app/public-url.ts'

function NoVisits({ slug, excluded }: { readonly slug: string; readonly excluded: string | undefined }) {
  const say = useSay()
  return (
    <EmptyNotice title="Todavía no hay visitas.">
      <p className="text-ink-2">Comparte tu perfil y vuelve en un rato.</p>
      {excluded && <p className="text-small text-ink-3">{excluded}</p>}
      <Button
        className="mt-3"
        icon={<Link2 aria-hidden="true" size={18} strokeWidth={1.9} />}
        onClick={() => void copyLink(slug).then(say)}
      >
        Copiar enlace
      </Button>
    </EmptyNotice>
  )
}

function NoMatches({ onClear }: { readonly onClear: () => void }) {
  const isOne = partsOf(useFiltering().narrowed).length === 1
  return (
    <EmptyNotice title={`Ninguna visita con ${isOne ? 'este filtro' : 'estos filtros'}.`}>
      <Button className="mt-3" onClick={onClear}>
        {isOne ? 'Quitar el filtro' : 'Quitar los filtros'}
      </Button>
    </EmptyNotice>
  )
}

type TabProfile = Pick<AdminProfile, 'id' | 'slug' | 'name' | 'lastname' | 'visits' | 'custom_link_title'>

const isEmpty = (data: UnifiedAnalytics): boolean =>
  data.total_visits + data.social_clicks_total + data.vcf_downloads === 0
const neverVisited = (data: UnifiedAnalytics, profile: TabProfile): boolean =>
  isEmpty(data) && (data.previous === null || profile.visits === 0)

interface BodyProps {
  readonly live: LiveAnalytics
  readonly profile: TabProfile
  readonly status: ReactNode
  readonly asTable: boolean
  readonly onClear: (() => void) | undefined
}

function Body({ live, profile, status, asTable, onClear }: BodyProps) {
  const { data, error, stale, retry } = live
  if (error !== undefined && !data)
    return <FailedNotice text={failureText(error, 'No pudimos cargar las analíticas.')} onRetry={retry} />
  if (!data) return <AnalyticsSkeleton />
  if (onClear && isEmpty(data)) return <NoMatches onClear={onClear} />
  if (neverVisited(data, profile)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {status}
        <NoVisits slug={profile.slug} excluded={excludedText(data.excluded_by_reason.visits)} />
      </div>
    )
  }
  return (
    <AnalyticsPanels
      profileId={profile.id}
      data={data}
      stale={stale}
      live={live.live}
      customTitle={profile.custom_link_title}
      isFew={!onClear && Math.max(profile.visits, data.total_visits) < PANELS_VISITS_MIN}
      asTable={asTable}
      status={status}
    />
  )
}

/** The range is in the address (`?range=1m`), and all time where none is; days of one's own end with it. */
function useRange(): readonly [Range, (range: Range) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (chosen: Range) =>
    setParams((before) => withParams(before, { range: chosen, from: undefined, to: undefined }))
  const named = params.get('range')
  return [RANGES.find((range) => range === named) ?? 'all-time', choose]
}

function Analytics({ profile }: { readonly profile: TabProfile }) {
  const [range, chooseRange] = useRange()
  const { filtering, clear } = useAddressFilter()
  const { narrowed } = filtering
  const isNarrowed = partsOf(narrowed).length > 0
  const wide = useMedia('(min-width: 900px)')
  const question = { profileId: profile.id, range, narrowed }
  const live = useLiveAnalytics(question)
  // Without a stream the number of people is unknown.
  const pill = <LivePill people={live.isLive ? live.live.people : 0} />
  const [asTable, setAsTable] = useState(false)
  const tools = live.data && <ChartTools data={live.data} asTable={asTable} onTable={setAsTable} />
  const period = <PeriodLine live={live} tools={tools} />
  return (
    <FilteringContext value={filtering}>
      <div className="mb-2 flex flex-wrap items-center justify-end gap-2.5 self-center min-[900px]:mb-[18px] min-[900px]:self-end">
        {wide && pill}
        <ReportButton question={question} reasonId={isNarrowed ? 'no-report' : undefined} />
      </div>
      <div className="col-span-2 w-full min-w-0">
        <RangeRow
          range={narrowed.from === undefined ? range : undefined}
          onChoose={chooseRange}
          period={wide && period}
        />
        {isNarrowed && <FilterChips customTitle={profile.custom_link_title} />}
        <Body
          live={live}
          profile={profile}
          asTable={asTable}
          onClear={hasFilter(narrowed) ? clear : undefined}
          status={
            wide ? null : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
                {period}
                {pill}
              </div>
            )
          }
        />
      </div>
    </FilteringContext>
  )
}

interface TabProps {
  readonly profile: TabProfile | undefined
}

/** Without a profile its place stays empty: index.html has the same frame. */
export function AnalyticsFrame({ profile, children }: TabProps & { readonly children: ReactNode }) {
  return (
    <div className="-mt-2 flex flex-wrap gap-x-3 min-[900px]:mt-0 min-[900px]:grid min-[900px]:grid-cols-[fit-content(60%)_minmax(0,1fr)] min-[900px]:gap-x-4">
      <header className="mr-auto mb-2 max-w-full self-center min-[900px]:mb-[18px]">
        <ScreenTitle
          text="Analytics Dashboard"
          screen="Analíticas"
          className="text-[1.25rem] leading-[1.15] font-[650] tracking-[-0.022em] min-[900px]:text-h1"
        />
        {/* A phone shows both in the profile switch above. */}
        <p className="flex min-h-[1lh] flex-wrap items-center gap-x-2 text-nav text-ink-2 max-[899px]:sr-only">
          {profile && (
            <>
              <span dir="auto">{`${profile.name} ${profile.lastname}`.trim()}</span>
              <span className="min-[900px]:font-mono text-[.92em] tracking-[-0.02em] wrap-anywhere text-ink-3">
                {`/pages/${profile.slug}`}
              </span>
            </>
          )}
        </p>
      </header>
      {children}
    </div>
  )
}

export const AnalyticsTab = ({ profile }: TabProps) => (
  <AnalyticsFrame profile={profile}>
    {profile ? (
      <Analytics key={profile.id} profile={profile} />
    ) : (
      <div className="col-span-2 w-full min-w-0">
        <EmptyNotice title="Selecciona un perfil para ver analíticas" />
      </div>
    )}
  </AnalyticsFrame>
)
