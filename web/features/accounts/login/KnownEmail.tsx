/** Hidden; tells password managers which account a new password belongs to. */
export function KnownEmail({ email }: { readonly email: string | null }) {
  return (
    <input
      type="email"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      hidden
      aria-label="Correo electrónico"
    />
  )
}
