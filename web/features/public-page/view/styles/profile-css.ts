export const PROFILE_CSS = `
.cover { position: relative; flex: none; height: max(172px, 6rem); overflow: hidden; background: var(--p-cover, var(--p-button)) }
.cover svg { position: absolute; inset: 0; width: 100%; height: 100%; color: var(--p-cover-ink, var(--p-on));
  -webkit-mask: linear-gradient(#0004 46%, #000 72%);
}
.top { position: absolute; z-index: 2; inset: 14px 12px auto 16px; display: flex; flex-wrap: wrap; align-items: flex-start; gap: 8px }
.logo {
  display: flex; align-items: center; flex: 1 0 96px; min-width: 40px; max-width: max-content; height: 40px; margin-top: 2px; padding: 0 14px;
  border-radius: 99px; background: #FFFFFF; color: #0B3A4C; box-shadow: 0 0 0 1px #0A1A2114;
  font-size: .875rem; font-weight: 700; letter-spacing: -.02em; forced-color-adjust: none;
}
.logo span, .tile small { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.logo img { display: block; width: auto; min-width: 0; height: 24px; max-width: 140px; object-fit: contain }
.round {
  display: grid; justify-items: center; gap: 4px; min-width: 44px; padding: 0 4px; border-radius: 14px;
  color: var(--p-cover-ink, var(--p-on)); font-size: .75rem; font-weight: 650; line-height: 16px;
}
.round i {
  display: grid; place-items: center; width: 44px; height: 44px;
  border-radius: 99px; background: var(--p-glass); color: var(--p-text);
}
.openers { display: flex; flex: none; gap: 2px; margin-left: auto }
.round:active, .tile:active, .save:active { transform: scale(.98) }
.who { position: relative; padding: 0 20px; margin-top: -56px }
.ava {
  position: relative; display: grid; place-items: center; width: 112px; height: 112px;
  border: 4px solid var(--p-bg); border-radius: 99px; background: var(--p-bg); color: var(--p-accent);
}
.ava::before { content: ""; position: absolute; inset: 0; border-radius: 99px; background: var(--p-tile) }
.ava svg { position: relative }
.ava img {
  position: absolute; inset: 0; width: 100%; height: 100%; border-radius: 99px; object-fit: cover;
}
h1, .name { margin-top: 12px }
.role { margin-top: 6px; font-size: 1rem; font-weight: 600; letter-spacing: -.012em }
.role span { color: var(--p-sub); font-weight: 500 }
.bio { margin-top: 10px; color: var(--p-sub); line-height: 1.48; white-space: pre-line }
.more { display: none }
.more summary {
  display: inline-block; padding: 6px 0; color: var(--p-accent); font-weight: 600; cursor: pointer;
  list-style: none;
}
.more summary::-webkit-details-marker, .more .open, .more[open] .shut { display: none }
.more[open] .open { display: inline }
@supports selector(:has(a)) {
  .more { display: block }
  .who:has(.more:not([open])) .bio {
    display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden;
  }
}
.links { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(6.5rem, 40%)), 1fr)); gap: 10px; padding: 16px 20px 0 }
.tile {
  position: relative; display: flex; flex-direction: column; justify-content: space-between; gap: 8px;
  min-width: 0; min-height: 86px; padding: 12px 11px 11px; border-radius: 18px; background: var(--p-tile);
  box-shadow: inset 0 0 0 1px var(--p-hair, #0000); transition: transform .09s;
}
.tile > svg { color: var(--p-accent) }
.tile > svg:last-child { position: absolute; right: 12px; top: 13px; color: var(--p-sub); opacity: .8 }
.tile b { display: block; font-weight: 650; letter-spacing: -.015em; line-height: 1.2 }
.tile small { display: block; color: var(--p-sub); font-size: min(.78125rem, 5.4vw); line-height: 1.35 }
.tile > span { min-width: 0 }
.wide {
  grid-column: 1 / -1; flex-direction: row; align-items: center; justify-content: flex-start;
  gap: 13px; width: 100%; min-height: 60px; padding-right: 44px; text-align: left;
}
.wide > svg:last-child { top: calc(50% - 8px) }
.own { background: none; box-shadow: inset 0 0 0 1.5px var(--p-line) }
.share {
  display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 12px auto 0 20px;
  color: var(--p-accent); font-weight: 600;
}
.links ~ .share { margin-left: auto }
.bar { padding: 16px 20px 0 }
.save {
  display: flex; align-items: center; justify-content: center; gap: 10px; min-height: 58px;
  border-radius: 18px; background: var(--p-button); color: var(--p-on);
  box-shadow: inset 0 0 0 var(--p-edge), 0 10px 24px -10px var(--p-glow);
  font-size: min(1.0625rem, 8vw); font-weight: 700; letter-spacing: -.018em; line-height: 1.2; transition: transform .09s;
}
@media (max-height: 26em) and (min-width: 40em) { .cover { height: 120px } .ava { zoom: .6 } }
svg + svg { display: none }
.save:focus-visible, .round:focus-visible { outline-color: var(--p-text) }
.photo {
  --p-bg: #0A151B; --p-glass: #06161D80; --p-text: #FFFFFF;
  --p-sub: #FFFFFFE0; --p-tile: #FFFFFF1F; --p-line: #FFFFFF57; --p-hair: #0000; --p-accent: #FFFFFF;
  --p-cover: none; --p-cover-ink: #FFFFFF;
}
.photo .rings { display: none }
.photo .ava { border-color: #FFFFFFE6 }
.backdrop img { display: block; width: 100%; object-fit: cover }
.backdrop::after {
  content: ""; position: absolute; inset: 0;
  background: linear-gradient(#06161D6B, #06161DB8 200px);
}
`
