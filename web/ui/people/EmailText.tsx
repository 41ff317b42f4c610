/** Breaks before its last @, where a line is too short for all of it. */
export function EmailText({ email }: { readonly email: string }) {
  const [name, host] = email.split(/(?=@[^@]*$)/)
  return (
    <>
      <span>{name}</span>
      <wbr />
      <span>{host}</span>
    </>
  )
}
