// FL3: names of deployments and of their versions.
import { z } from 'zod';
import { isDeploymentWord, deploymentWordForm } from '../domain/text/deployment-word.js';
import { textAs } from './text-as.schema.js';

const deploymentWord = textAs(isDeploymentWord, `expected ${deploymentWordForm}`);

export const deploymentSchema = z
  .strictObject({ name: deploymentWord.default('steadyhand'), buildId: deploymentWord.optional() })
  .readonly();
