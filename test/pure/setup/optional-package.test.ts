import { loadOptional, requireInstalled } from '../../../src/adapters/process-kit/programs.js';

test('CL5: a missing heavy package is named, with the command that installs it', async () => {
  const missing = Object.assign(new Error("Cannot find package 'tesseract.js' imported from /somewhere/read-thread.js"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  await expect(loadOptional('The text reader', () => Promise.reject(missing))).rejects.toMatchObject({
    code: 'package-missing',
    message: 'The text reader needs the package tesseract.js, which is not installed: npm install tesseract.js',
  });
  expect(() => requireInstalled('@nobody/has-this', 'The hand')).toThrow(
    'The hand needs the package @nobody/has-this, which is not installed: npm install @nobody/has-this',
  );
});

test('CL5: another failure keeps its own message', async () => {
  await expect(loadOptional('The text reader', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await loadOptional('The text reader', async () => 'there')).toBe('there');
  requireInstalled('zod', 'Everything');
});
