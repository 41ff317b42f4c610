/** Not seen: password managers keep a new password under this address. */
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
