interface AccountLinksProps {
  readonly signedIn: boolean
  readonly looks?: { readonly login: string; readonly register: string }
}

/** A signed-in visitor needs neither login nor registration. */
export function AccountLinks({ signedIn, looks }: AccountLinksProps) {
  if (signedIn)
    return (
      <a href="/dashboard" className={looks?.register}>
        Ir a mi panel
      </a>
    )
  return (
    <>
      <a href="/login" className={looks?.login}>
        Iniciar Sesión
      </a>
      <a href="/register" className={looks?.register}>
        Registrarse
      </a>
    </>
  )
}
