/** Parts of the document alone: the notice in browsers of apps, and the code beside the column of a wide window. */
export const SHARING_CSS = `
.inapp { padding: 14px 20px 4px; background: #0A1A21; color: #FFFFFF; --p-accent: #FFFFFF }
.inapp a, .inapp button {
  display: inline-block; margin-right: 18px; line-height: 40px; text-align: left; text-decoration: underline;
}
.qr { display: none }
@media (min-width: 56.25em) {
  .qr {
    display: block; position: fixed; right: 20px; bottom: 40px; width: 164px; padding: 12px;
    border-radius: 24px; background: #FFFFFF; color: #0A1A21; font-weight: 600; text-align: center; text-wrap: balance;
  }
}
@media (scripting: none) { .share { display: none } }
`
