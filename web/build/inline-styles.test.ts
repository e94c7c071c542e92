import { describe, expect, it } from 'vitest'
import { saidOnce } from './inline-styles.ts'

describe('a style sheet in a page', () => {
  it('says a colour once, as every browser reads it', () => {
    expect(
      saidOnce(
        '.a{color:#005d63}@supports (color:lab(0% 0 0)){.a{color:lab(35% -22 -10)}}.b{color:#0008}@supports (color:color-mix(in lab, red, red)){.b{color:color-mix(in oklab, var(--x) 50%, transparent)}}.c{top:0}',
      ),
    ).toBe('.a{color:#005d63}.b{color:#0008}.c{top:0}')
  })

  it('keeps what newer browsers alone can do', () => {
    const css = '@supports (height:1dvh){.a{height:80dvh}}'
    expect(saidOnce(css)).toBe(css)
  })

  it('begins its variables in one way for all browsers', () => {
    expect(
      saidOnce(
        '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))){*,:before{--tw-shadow:0 0 #0000}::backdrop{--tw-shadow:0 0 #0000}}}.a{box-shadow:var(--tw-shadow)}@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}',
      ),
    ).toBe(
      '@layer properties{*,:before{--tw-shadow:0 0 #0000}::backdrop{--tw-shadow:0 0 #0000}}.a{box-shadow:var(--tw-shadow)}',
    )
  })

  it('leaves out variables that no rule reads', () => {
    expect(
      saidOnce(
        '@layer properties{@supports (top:0){*{--tw-via:initial;--tw-stops:initial;--tw-blur:initial}}}.a{--tw-stops:var(--tw-via);top:0}.b{--tw-blur:blur(1px);filter:var(--tw-blur)}',
      ),
    ).toBe('@layer properties{*{--tw-blur:initial}}.a{top:0}.b{--tw-blur:blur(1px);filter:var(--tw-blur)}')
  })

  it('reads the fallback where no rule sets a variable', () => {
    expect(
      saidOnce(
        '@layer properties{@supports (top:0){*{--tw-blur:initial;--tw-sepia:initial;--tw-color:initial}}}.a{--tw-blur:blur(1px);filter:var(--tw-blur,) var(--tw-sepia,);box-shadow:0 0 var(--tw-color,#0008)}',
      ),
    ).toBe(
      '@layer properties{*{--tw-blur:initial;}}.a{--tw-blur:blur(1px);filter:var(--tw-blur,) ;box-shadow:0 0 #0008}',
    )
  })
})
