/** For the view in a shadow root of the client: the frame replaces window and document. */
export const FRAME_CSS = `
:host {
  all: initial; display: block; color-scheme: only light; -webkit-font-smoothing: antialiased;
  font-family: "Host Grotesk Variable", "Host Grotesk Fallback", system-ui, sans-serif;
}
.look { height: 100% }
.profile { height: 100%; overflow: auto; container-type: size; isolation: isolate; overscroll-behavior: contain }
.column { min-height: 100cqh }
.backdrop { position: sticky; z-index: -1; top: 0; height: 0 }
.backdrop img { height: 100cqh }
.backdrop::after { inset: 0 0 auto; height: 100cqh }
`
