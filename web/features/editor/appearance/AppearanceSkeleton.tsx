export const AppearanceSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3.5">
    <div className="skeleton h-[262px] rounded-lg" />
    <div className="skeleton h-[352px] rounded-lg" />
  </div>
)
