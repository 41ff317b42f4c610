export function SkipLink({ to }: { readonly to: string }) {
  return (
    <a
      href={to}
      className="fixed top-2 left-2 z-[60] -translate-y-[150%] rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:translate-y-0"
    >
      Saltar al contenido
    </a>
  )
}
