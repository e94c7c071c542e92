declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const factory: import('./codec.ts').WasmFactory<{
    JpegLSDecoder: new () => import('./codec.ts').WasmDecoder & { getInterleaveMode(): number }
  }>
  export = factory
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const factory: import('./codec.ts').WasmFactory<{ J2KDecoder: new () => import('./codec.ts').WasmDecoder }>
  export = factory
}
