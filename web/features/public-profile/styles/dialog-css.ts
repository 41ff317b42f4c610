/** The dialog does not use the profile's theme. */
export const DIALOG_CSS = `
dialog:not([open]) { display: none }
dialog {
  position: fixed; inset: auto 0 0; z-index: 40; width: 100%; max-width: 460px; max-height: 100%;
  margin: 0 auto; padding: 10px 22px calc(22px + env(safe-area-inset-bottom)); border: 0;
  border-radius: 28px 28px 0 0; overflow: auto; overscroll-behavior: contain; color-scheme: only light;
  background: #FFFFFF; color: #0A1A21;
  --p-accent: #0A607F; animation: rise .42s cubic-bezier(.2, .8, .2, 1);
}
dialog::backdrop { background: #0612187A; animation: fade .24s }
@keyframes rise { from { transform: translateY(100%) } }
@keyframes fade { from { opacity: 0 } }
html { scrollbar-gutter: stable }
html:has(dialog[open]) { overflow: hidden }
.grab { width: 40px; height: 5px; margin: 0 auto 16px; border-radius: 9px; background: #DCE4E8 }
.close {
  position: absolute; right: 14px; top: 20px; display: grid; place-items: center;
  width: 44px; height: 44px; border-radius: 99px;
}
h2 {
  padding-right: 44px; font-size: 1.375rem; font-weight: 650; letter-spacing: -.03em; line-height: 1.15;
}
.lead { margin-top: 6px; color: #3A4F58 }
.forget { margin-top: 6px; min-height: 32px; color: #0A607F; font-weight: 600; text-decoration: underline }
label { display: block; margin: 16px 0 6px; font-size: .875rem; font-weight: 600 }
input, textarea {
  display: block; width: 100%; height: 50px; padding: 0 14px; border: 1px solid #7A8F99;
  border-radius: 14px; background: #FFFFFF; color: inherit; font: inherit; font-size: 1rem;
}
textarea { height: 82px; padding: 12px 14px; resize: vertical }
input:focus, textarea:focus { outline: 2px solid #0A607F; outline-offset: -1px }
::placeholder { color: #566A73; opacity: 1 }
.go {
  width: 100%; height: 54px; margin-top: 18px; border-radius: 16px;
  background: #0A1A21; color: #FFFFFF; font-size: 1rem; font-weight: 700;
}
[aria-invalid=true] { border-color: #B42318; box-shadow: inset 0 0 0 1px #B42318 }
[aria-invalid=true]:focus { outline-color: #B42318; outline-offset: 2px }
.go:active { transform: scale(.98) }
.go:disabled { background: #E7EDF0; color: #566A73; cursor: default }
.hint { position: relative; margin-top: 6px; padding-left: 21px; color: #B42318; font-size: .875rem }
.hint::before {
  content: '!'; content: '!' / ''; position: absolute; left: 0; top: .2em; width: 15px; height: 15px;
  border: 1.5px solid; border-radius: 9px; font: 700 10px/12px sans-serif; text-align: center;
}
.failed { margin-top: 12px; color: #B42318; font-weight: 500 }
.failed button { min-height: 32px; padding: 0 4px; font-weight: 700; text-decoration: underline }
.consent { margin-top: 12px; color: #566A73; font-size: .78125rem; line-height: 1.4 }
.consent a { text-decoration: underline }
.thanks { display: block; padding: 2px 44px 14px 0; font-size: 1.375rem; font-weight: 650; letter-spacing: -.03em }
.thanks:empty { display: none }
@media (min-width: 40em) {
  dialog { inset: 0; max-width: 420px; height: fit-content; margin: auto; border-radius: 28px; padding-top: 24px;
    animation-name: fade;
  }
  .grab { display: none }
}
`
