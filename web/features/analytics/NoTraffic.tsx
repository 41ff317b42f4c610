export function NoTraffic() {
  return (
    <div className="grid h-full content-end">
      <p className="self-center pb-[20%] text-center text-small text-ink-3">
        Aún no hay visitas en este período.
      </p>
      <div className="mb-7 border-t border-line" />
    </div>
  )
}
