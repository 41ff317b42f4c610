/** Hidden unless browser/kept-cards marks the page. */
export function OfflineNotice() {
  return (
    <div className="offline" role="status">
      <p>Sin conexión. Mostramos los últimos datos guardados.</p>
      <p>El contacto se puede guardar cuando vuelva la conexión.</p>
    </div>
  )
}
