import { AnalyticsSkeleton } from '../../features/analytics/AnalyticsSkeleton.tsx'

const H1 = 'text-[1.25rem] leading-[1.15] font-[650] tracking-[-0.022em] min-[900px]:text-h1'

interface FirstTabSkeletonProps {
  readonly figures: readonly string[] | undefined
}

/** Title and skeleton where features/analytics/AnalyticsTab.tsx draws them. */
export const FirstTabSkeleton = ({ figures }: FirstTabSkeletonProps) => (
  <div className="-mt-2 flex flex-wrap gap-x-3 min-[900px]:mt-0 min-[900px]:grid min-[900px]:grid-cols-[fit-content(60%)_minmax(0,1fr)] min-[900px]:gap-x-4">
    <header className="mr-auto mb-2 max-w-full self-center min-[900px]:mb-[18px]">
      <h1 className={H1}>Analytics Dashboard</h1>
      <p className="text-nav max-[899px]:hidden">&nbsp;</p>
    </header>
    <div className="mb-2 h-9 min-[900px]:mb-[18px]" />
    <div className="col-span-2 w-full min-w-0">
      <div className="skeleton mb-2 h-9 max-w-[462px] min-[900px]:mb-3.5 pointer-coarse:h-[50px]" />
      <AnalyticsSkeleton figures={figures} />
    </div>
  </div>
)
