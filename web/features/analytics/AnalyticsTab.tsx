import type { AdminProfile } from '@app/contracts/api/admin.ts'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../ui/notices/FailedNotice.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { AnalyticsPanels } from './AnalyticsPanels.tsx'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { excludedVisitsText } from './exclusions.ts'
import { LivePill } from './live/LivePill.tsx'
import { NoVisits } from './NoVisits.tsx'
import { PeriodLine } from './PeriodLine.tsx'
import { RangeButtons } from './RangeButtons.tsx'
import { ReportButton } from './report/ReportButton.tsx'
import { useLiveAnalytics, type LiveAnalytics } from './live/use-live-analytics.ts'
import { useRange } from './use-range.ts'

type TabProfile = Pick<AdminProfile, 'id' | 'slug' | 'name' | 'lastname' | 'visits' | 'custom_link_title'>

const neverVisited = (data: UnifiedAnalytics, profile: TabProfile): boolean =>
  data.total_visits + data.social_clicks_total + data.vcf_downloads === 0 &&
  (data.date_range === 'all-time' || profile.visits === 0)

function Body({ live, profile }: { readonly live: LiveAnalytics; readonly profile: TabProfile }) {
  const { data, failing, stale, retry } = live
  if (failing && !data) return <FailedNotice text="No pudimos cargar las analíticas." onRetry={retry} />
  if (!data) return <AnalyticsSkeleton />
  if (neverVisited(data, profile)) {
    return <NoVisits slug={profile.slug} excluded={excludedVisitsText(data.excluded_by_reason.visits)} />
  }
  return (
    <AnalyticsPanels
      profileId={profile.id}
      data={data}
      stale={stale}
      live={live.live}
      customTitle={profile.custom_link_title}
    />
  )
}

function Analytics({ profile }: { readonly profile: TabProfile }) {
  const [range, chooseRange] = useRange()
  const question = { profileId: profile.id, range }
  const live = useLiveAnalytics(question)
  return (
    <>
      {/* On a phone the pill comes after the button, so that the button never moves. */}
      <div className="mb-3.5 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2.5 min-[900px]:mb-[18px] min-[900px]:grid-cols-[minmax(0,1fr)_auto] min-[900px]:self-end">
        <ReportButton question={question} />
        {/* Without a stream the number of people is unknown. */}
        <LivePill people={live.isLive ? live.live.people : 0} />
      </div>
      <div className="min-[900px]:col-span-2">
        <div className="@container mb-3.5">
          <div className="grid grid-cols-[minmax(0,1fr)] items-center justify-between gap-x-3 gap-y-2 @min-[56rem]:grid-cols-[auto_auto]">
            <RangeButtons range={range} onChoose={chooseRange} />
            <PeriodLine live={live} />
          </div>
        </div>
        <Body live={live} profile={profile} />
      </div>
    </>
  )
}

export function AnalyticsTab({ profile }: { readonly profile: TabProfile | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] min-[900px]:grid-cols-[fit-content(60%)_minmax(0,1fr)] min-[900px]:gap-x-4">
      <header className="mb-3 min-[900px]:mb-[18px]">
        <ScreenTitle text="Analytics Dashboard" screen="Analíticas" className="text-h1" />
        {profile && (
          <p className="flex flex-wrap items-center gap-x-2 text-nav text-ink-2">
            <span>{`${profile.name} ${profile.lastname}`.trim()}</span>
            <span className="font-mono text-[.92em] tracking-[-0.02em] break-all text-ink-3">
              /pages/{profile.slug}
            </span>
          </p>
        )}
      </header>
      {profile ? (
        <Analytics key={profile.id} profile={profile} />
      ) : (
        <div className="min-[900px]:col-span-2">
          <EmptyNotice title="Selecciona un perfil para ver analíticas" />
        </div>
      )}
    </div>
  )
}
